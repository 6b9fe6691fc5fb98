package dev.kneepoint.local;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.kneepoint.core.Observation;

/** How the journal writes the core's types as JSON: the core itself knows no JSON. */
final class Json {

    static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .addModule(new Jdk8Module())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS, SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addMixIn(Observation.class, TypedObservation.class)
            .build();

    private Json() {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Observation.ServerStarted.class, name = "serverStarted"),
        @JsonSubTypes.Type(value = Observation.ServerFailed.class, name = "serverFailed"),
        @JsonSubTypes.Type(value = Observation.ServerLost.class, name = "serverLost"),
        @JsonSubTypes.Type(value = Observation.ServerStopped.class, name = "serverStopped"),
        @JsonSubTypes.Type(value = Observation.WarmedUp.class, name = "warmedUp"),
        @JsonSubTypes.Type(value = Observation.Probed.class, name = "probed"),
        @JsonSubTypes.Type(value = Observation.LoadFailed.class, name = "loadFailed")
    })
    private interface TypedObservation {}
}
