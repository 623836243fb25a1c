import { z } from "zod";

const setting = z.preprocess(
  (value) => (typeof value === "string" && value.trim() === "" ? undefined : value),
  z.string().trim().optional(),
);

/**
 * How the people who run the service watch it. Nothing of it is on by default.
 *
 * | Variable | Default | Meaning |
 * |---|---|---|
 * | METRICS_ADDRESS | none: no metrics | Where Prometheus reads `/metrics`: `127.0.0.1:9464`, or `on` for that one |
 * | ALERT_WEBHOOK_URL | none: mail alone | What becomes bad on the health page is posted there as `{"text": …}`, as Slack takes it |
 * | HEARTBEAT_URL | none | Called after each minute in which the executor, the app and the database worked |
 * | OTEL_EXPORTER_OTLP_ENDPOINT | none: no traces | Where traces go: the URL of a collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318` |
 * | OTEL_TRACES_SAMPLER_ARG | 1 | The share of all traces that is sent, from 0 to 1 |
 * | OTEL_SERVICE_NAME | sente | The name of this service in its traces |
 *
 * OpenTelemetry itself reads OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT and _COMPRESSION.
 */
export const watchShape = {
  METRICS_ADDRESS: setting
    .transform((value) => (value && /^(1|true|yes|on)$/i.test(value) ? "127.0.0.1:9464" : value))
    .transform((value) => (value && /^(0|false|no|off)$/i.test(value) ? undefined : value))
    .refine(isAddress, "METRICS_ADDRESS must be an address and a port, such as 127.0.0.1:9464."),
  ALERT_WEBHOOK_URL: url("ALERT_WEBHOOK_URL"),
  HEARTBEAT_URL: url("HEARTBEAT_URL"),
  OTEL_EXPORTER_OTLP_ENDPOINT: url("OTEL_EXPORTER_OTLP_ENDPOINT"),
  OTEL_TRACES_SAMPLER_ARG: setting
    .transform((value) => Number(value ?? 1))
    .refine((share) => share >= 0 && share <= 1, "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1."),
  OTEL_SERVICE_NAME: setting.transform((value) => value ?? "sente"),
};

/** `127.0.0.1:9464` or `[::1]:9464`. */
function isAddress(value: string | undefined): boolean {
  if (value === undefined) return true;
  const port = Number(/^(?:[^\s:/]+|\[[0-9a-fA-F:]+\]):(\d{1,5})$/.exec(value)?.[1]);
  return port > 0 && port < 65_536;
}

/** With a query and a user's name where the receiver asks for them. */
function url(variable: string) {
  const isUrl = (value: string) => /^https?:\/\//.test(value) && URL.canParse(value);
  return setting.refine(
    (value) => value === undefined || isUrl(value),
    `${variable} must be an http:// or https:// URL.`,
  );
}
