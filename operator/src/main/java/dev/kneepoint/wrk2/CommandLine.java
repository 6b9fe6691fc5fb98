package dev.kneepoint.wrk2;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A wrk or wrk2 command line above a run, for what the run's own output never tells: the rate that was asked for.
 *
 * @param rate requests per second; null if there is no {@code -R}, or a placeholder in its place
 */
record CommandLine(Double rate, Integer threads, Integer connections, String script, String url) {

    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final Pattern OPTION = Pattern.compile(
            "(--(?:rate|threads|connections|script|duration|header|timeout)(?==|$)=?|-[RtcsdHT])(.*)", Pattern.DOTALL);
    private static final Pattern COUNT = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)([kKmMgG]?)");

    /** The options of a line in which some word is a program called wrk or wrk2 and others are its options. */
    static Optional<CommandLine> parse(String line) {
        Matcher words = WORD.matcher(line.replaceAll("[`'\"]", " "));
        while (words.find()) {
            String program = words.group().substring(words.group().lastIndexOf('/') + 1);
            if (program.equals("wrk") || program.equals("wrk2")) {
                return options(words);
            }
        }
        return Optional.empty();
    }

    private static Optional<CommandLine> options(Matcher words) {
        Double rate = null;
        Integer threads = null;
        Integer connections = null;
        String script = null;
        String url = null;
        boolean anyOption = false;
        while (words.find() && !words.group().equals("--")) {
            String word = words.group();
            anyOption |= word.startsWith("-");
            Matcher option = OPTION.matcher(word);
            if (!option.matches()) {
                url = word.matches("https?://\\S+") ? word : url;
                continue;
            }
            String value = !option.group(2).isEmpty() ? option.group(2) : words.find() ? words.group() : "";
            switch (option.group(1).replaceAll("=$", "")) {
                case "-R", "--rate" -> rate = count(value);
                case "-t", "--threads" -> threads = whole(value);
                case "-c", "--connections" -> connections = whole(value);
                case "-s", "--script" -> script = value;
                default -> {}
            }
        }
        return anyOption ? Optional.of(new CommandLine(rate, threads, connections, script, url)) : Optional.empty();
    }

    /** Whether what the run's own header says, null where it says nothing, lets this be its command line. */
    boolean agreesWith(Integer runThreads, Integer runConnections, String runUrl) {
        return agrees(threads, runThreads) && agrees(connections, runConnections) && agrees(url, runUrl);
    }

    private static boolean agrees(Object asked, Object said) {
        return asked == null || said == null || asked.equals(said);
    }

    private static Double count(String text) {
        Matcher matcher = COUNT.matcher(text);
        return matcher.matches()
                ? Quantity.count(matcher.group(1)
                                + matcher.group(2).toUpperCase(Locale.ROOT).replace('K', 'k'))
                        .value()
                : null;
    }

    private static Integer whole(String text) {
        Double count = count(text);
        return count != null && count == Math.rint(count) && count <= Integer.MAX_VALUE ? count.intValue() : null;
    }
}
