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
 */
export const watchShape = {
  METRICS_ADDRESS: setting
    .transform((value) => (value && /^(1|true|yes|on)$/i.test(value) ? "127.0.0.1:9464" : value))
    .transform((value) => (value && /^(0|false|no|off)$/i.test(value) ? undefined : value))
    .refine(isAddress, "METRICS_ADDRESS must be an address and a port, such as 127.0.0.1:9464."),
};

/** `127.0.0.1:9464` or `[::1]:9464`. */
function isAddress(value: string | undefined): boolean {
  if (value === undefined) return true;
  const port = Number(/^(?:[^\s:/]+|\[[0-9a-fA-F:]+\]):(\d{1,5})$/.exec(value)?.[1]);
  return port > 0 && port < 65_536;
}
