import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { railFieldSpecs } from "@/app/(operator)/ops/rails/rail-fields";
import { railKinds } from "@/lib/providers/rails/kinds";
import { dashboardWords } from "./messages/words";
import { WhereFound } from "./where-found";

const words = dashboardWords("en");

test("every value that a rail asks for says where it is found, with a small drawing in the colours of its text", () => {
  for (const kind of railKinds)
    for (const { label, drawn, help } of railFieldSpecs(kind, {}, words)) {
      expect([label, Boolean(drawn), Boolean(help) || kind.id === "mtn_momo"]).toEqual([label, true, true]);
      if (!drawn) continue;
      const svg = renderToStaticMarkup(<WhereFound {...drawn} />);
      expect(Buffer.byteLength(svg)).toBeLessThan(2048);
      expect(svg).toContain(`aria-label="${drawn.alt}"`);
      expect(svg).toContain('stroke="currentColor"');
      expect(svg).not.toMatch(/#[0-9a-f]{3}/i);
    }
});
