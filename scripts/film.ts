import { rmSync } from "node:fs";
import path from "node:path";
import { runTool } from "./steps";

// npm run film: tells the story of the first minutes in a browser, and stores its pictures for docs/first-minutes.md.
const pictures = path.resolve("docs/first-minutes");
rmSync(pictures, { recursive: true, force: true });
const { code, output } = await runTool(
  ["node_modules/@playwright/test/cli.js", "test", "e2e/first-minutes.spec.ts"],
  { FILM: pictures },
);
console.log(code === 0 ? `The pictures are in ${path.relative(".", pictures)}.` : output);
process.exitCode = code;
