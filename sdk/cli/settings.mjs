import { parseArgs } from "node:util";
import { Stop } from "./ask.mjs";

export const usage = `sente: test events of your store on your own machine, and a door for assistants

  sente listen  --forward-to http://localhost:4000/hooks [--events a,b] [--after cursor]
  sente trigger <event> [--product id] [--ref text]
  sente resend  <evt_…> --forward-to http://localhost:4000/hooks
  sente mcp     [--allow-writes]

  SENTE_KEY in the environment is the test key; for mcp a live key does too, best one that only
  reads. It is no option: what is typed is in the history of the shell, and in the list of
  processes that everybody on the machine can read.
  --allow-writes  lets an assistant change something, each time after a person said yes
  --base-url  the API root, https://…/api/v1; else SENTE_BASE_URL`;

const options = {
  "forward-to": { type: "string" },
  events: { type: "string" },
  after: { type: "string" },
  product: { type: "string" },
  ref: { type: "string" },
  "base-url": { type: "string" },
  "allow-writes": { type: "boolean" },
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
  if (!["listen", "trigger", "resend", "mcp"].includes(command))
    throw new Stop(`There is no command ${command}.\n\n${usage}`);
  const baseUrl = () => apiRoot(values["base-url"] ?? environment.SENTE_BASE_URL);
  if (command === "mcp") {
    const allowWrites = values["allow-writes"] ?? false;
    return { command, settings: { apiKey: anyKey(environment.SENTE_KEY), baseUrl: baseUrl(), allowWrites } };
  }
  if (command !== "listen" && about === undefined) throw new Stop(`Say what to ${command}.\n\n${usage}`);
  const forwardTo = values["forward-to"] === undefined ? null : address("--forward-to", values["forward-to"]);
  if (command !== "trigger" && forwardTo === null)
    throw new Stop("Say where to: --forward-to http://localhost:4000/hooks");
  return {
    command,
    settings: {
      about,
      forwardTo,
      key: testKey(environment.SENTE_KEY),
      baseUrl: baseUrl(),
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
  if (!key) throw new Stop("Give a test key in the environment: SENTE_KEY=sk_test_…");
  if (key.startsWith("sk_test_")) return key;
  throw new Stop("That is not a test key. Test keys begin with sk_test_; keep live ones on your server.");
}

function anyKey(key) {
  if (/^sk_(live|test)_\S+$/.test(key?.trim() ?? "")) return key.trim();
  throw new Stop("Give an API key of the store in the environment: SENTE_KEY=sk_live_… or sk_test_…");
}

/** The key goes there: by plain http only to this machine. */
function apiRoot(text) {
  const root = address("--base-url", text).replace(/\/$/, "");
  const { protocol, hostname } = new URL(root);
  const isLocal = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (protocol === "https:" || isLocal) return root;
  throw new Stop("--base-url must begin with https://: over http everybody on the way can read the key.");
}

function address(name, text) {
  if (!text) throw new Stop(`Give ${name}, e.g. https://pay.example.com/api/v1 (or SENTE_BASE_URL).`);
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new Stop(`${name} must be an address that begins with http:// or https://.`);
}
