import { expect, test } from "vitest";
import { type Traces, tracesPattern, withoutTraces } from "./traces";

const amina: Traces = {
  names: ["Amina O'Kello"],
  emails: ["amina@example.com"],
  phones: ["+256772123456"],
  texts: ["Plot 7 (blue gate)"],
};
const erase = (text: string, who = amina) => withoutTraces(text, tracesPattern(who) ?? "");

test("names, e-mails, phones and addresses go in every form in which people and programs write them", () => {
  expect(erase("AMINA O'KELLO paid")).toBe("… paid");
  expect(erase("to amina@example.com, 0772 123-456")).toBe("to …, …");
  expect(erase("+256772123456 and 256 (772) 123 456")).toBe("… and …");
  expect(erase("q=amina%40example.com&n=Amina+O'Kello")).toBe("q=…&n=…");
  expect(erase("at Plot 7 (blue gate), please")).toBe("at …, please");
  expect(erase(JSON.stringify({ name: 'The "King"' }), { ...amina, names: ['The "King"'] })).toBe(
    '{"name":"…"}',
  );
});

test("what belongs to somebody else stays", () => {
  const ann = { ...amina, names: ["Ann", "Jo"] };
  const text = "Annual plan of Joan, amina@example.community, +256772123457, order 3256772123456789";
  expect(erase(text, ann)).toBe(text);
  expect(tracesPattern({ names: ["Jo"], emails: [], phones: [], texts: [" "] })).toBeNull();
});
