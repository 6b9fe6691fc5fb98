package dev.kneepoint.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;

/** The brain stays pure, and arrows between packages point one way. */
@AnalyzeClasses(packages = "dev.kneepoint", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule THE_CORE_USES_THE_LANGUAGE_ONLY = classes()
            .that()
            .resideInAPackage("dev.kneepoint.core..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.kneepoint.core..",
                    "java.lang..",
                    "java.math..",
                    "java.time..",
                    "java.util..",
                    "com.fasterxml.jackson.annotation..");

    @ArchTest
    static final ArchRule THE_CORE_READS_NO_CLOCK = noClasses()
            .that()
            .resideInAPackage("dev.kneepoint.core..")
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule THE_CORE_DRAWS_NO_CHANCE_OF_ITS_OWN = noClasses()
            .that()
            .resideInAPackage("dev.kneepoint.core..")
            .should()
            .callConstructor(Random.class)
            .orShould()
            .callMethod(Math.class, "random");

    @ArchTest
    static final ArchRule THE_API_HOLDS_TYPES_ONLY = noClasses()
            .that()
            .resideInAPackage("dev.kneepoint.api..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.kneepoint.local..", "dev.kneepoint.cli..", "dev.kneepoint.manifest..");

    @ArchTest
    static final ArchRule ONLY_THE_COMMANDS_KNOW_THE_COMMANDS = noClasses()
            .that()
            .resideOutsideOfPackage("dev.kneepoint.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.kneepoint.cli..");
}
