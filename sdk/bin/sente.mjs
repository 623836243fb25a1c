#!/usr/bin/env node
import { createRequire } from "node:module";
import { Stop } from "../cli/ask.mjs";
import { listen } from "../cli/listen.mjs";
import { plain } from "../cli/plain.mjs";
import { settingsOf, usage } from "../cli/settings.mjs";
import { resend, trigger } from "../cli/trigger.mjs";

const say = (line) => process.stdout.write(`${plain(line)}\n`);
/** Loaded when it is asked for: it is made of what the package is built to. */
const mcp = async (settings) =>
  (await import("../dist/mcp/stdio.js")).mcp({ ...settings, version: versionOf() });
const commands = { listen, trigger, resend, mcp };
const versionOf = () => createRequire(import.meta.url)("../package.json").version;

try {
  const { command, settings } = settingsOf(process.argv.slice(2), process.env);
  if (command === null) say(usage);
  else await commands[command](settings, say);
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  process.stderr.write(`${plain(error.message)}\n`);
  process.exitCode = 1;
}
