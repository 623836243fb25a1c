import { rmSync } from "node:fs";
import path from "node:path";
import { runTool } from "./steps";

// npm run film: tells the story of the first minutes in a browser, and stores its pictures for docs/first-minutes.md; and
// draws the pages that the handbook shows.
const minutes = path.resolve("docs/first-minutes");
const handbook = path.resolve("docs/help/pictures");
for (const pictures of [minutes, handbook]) rmSync(pictures, { recursive: true, force: true });
const { code, output } = await runTool(
  [
    ...["node_modules/@playwright/test/cli.js", "test"],
    ...["e2e/first-minutes.spec.ts", "e2e/handbook.spec.ts"],
  ],
  { FILM: minutes, FILM_HANDBOOK: handbook },
);
const places = [minutes, handbook].map((place) => path.relative(".", place)).join(" and ");
console.log(code === 0 ? `The pictures are in ${places}.` : output);
process.exitCode = code;
