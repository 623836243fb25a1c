import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { runTool } from "./steps";

// npm run film: tells the story of the first minutes in a browser, and stores its pictures for docs/first-minutes.md; and
// draws the pages that the handbook shows.
const minutes = path.resolve("docs/first-minutes");
const handbook = path.resolve("docs/help/pictures");
rmSync(minutes, { recursive: true, force: true });
// The build needs those of the handbook: each is drawn over, and what no story draws any more goes in the end.
const began = Date.now();
const { code, output } = await runTool(
  [
    ...["node_modules/@playwright/test/cli.js", "test"],
    ...["e2e/first-minutes.spec.ts", "e2e/handbook.spec.ts"],
  ],
  { FILM: minutes, FILM_HANDBOOK: handbook },
);
const places = [minutes, handbook].map((place) => path.relative(".", place)).join(" and ");
if (code === 0)
  for (const name of readdirSync(handbook, { recursive: true, encoding: "utf8" })) {
    const picture = path.join(handbook, name);
    if (statSync(picture).isFile() && statSync(picture).mtimeMs < began) rmSync(picture);
  }
console.log(code === 0 ? `The pictures are in ${places}.` : output);
process.exitCode = code;
