import { parseArgs } from "node:util";
import { Stop } from "./ask.mjs";

export const usage = `sente: test events of your store on your own machine

  sente listen  --forward-to http://localhost:4000/hooks [--events a,b] [--after cursor]
  sente trigger <event> [--product id] [--ref text]
  sente resend  <evt_…> --forward-to http://localhost:4000/hooks

  --api-key   a test key; else the environment's SENTE_KEY
  --base-url  the API root, https://…/api/v1; else SENTE_BASE_URL`;

const options = {
  "forward-to": { type: "string" },
  events: { type: "string" },
  after: { type: "string" },
  product: { type: "string" },
  ref: { type: "string" },
  "api-key": { type: "string" },
  "base-url": { type: "string" },
  help: { type: "boolean", short: "h" },
};

/**
 * What was typed and what the environment says; throws Stop with what is wrong in words. `command` is null where help
 * is wanted.
 */
export function settingsOf(typed, environment) {
  const { values, positionals } = parsed(typed);
  const [command, about] = positionals;
  if (values.help || command === undefined) return { command: null, settings: null };
  if (!["listen", "trigger", "resend"].includes(command))
    throw new Stop(`There is no command ${command}.\n\n${usage}`);
  if (command !== "listen" && about === undefined) throw new Stop(`Say what to ${command}.\n\n${usage}`);
  const forwardTo = values["forward-to"] === undefined ? null : address("--forward-to", values["forward-to"]);
  if (command !== "trigger" && forwardTo === null)
    throw new Stop("Say where to: --forward-to http://localhost:4000/hooks");
  return {
    command,
    settings: {
      about,
      forwardTo,
      key: testKey(values["api-key"] ?? environment.SENTE_KEY),
      baseUrl: address("--base-url", values["base-url"] ?? environment.SENTE_BASE_URL).replace(/\/$/, ""),
      types: values.events ? values.events.split(",").map((type) => type.trim()) : null,
      after: values.after ?? null,
      product: values.product ?? null,
      ref: values.ref ?? null,
    },
  };
}

function parsed(typed) {
  try {
    return parseArgs({ args: typed, options, allowPositionals: true });
  } catch (error) {
    throw new Stop(`${error.message}\n\n${usage}`);
  }
}

/** A live key has no business on a laptop, and no test events. */
function testKey(key) {
  if (!key) throw new Stop("Give a test key: --api-key sk_test_… or SENTE_KEY in the environment.");
  if (key.startsWith("sk_test_")) return key;
  throw new Stop("That is not a test key. Test keys begin with sk_test_; keep live ones on your server.");
}

function address(name, text) {
  if (!text) throw new Stop(`Give ${name}, e.g. https://pay.example.com/api/v1 (or SENTE_BASE_URL).`);
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new Stop(`${name} must be an address that begins with http:// or https://.`);
}
