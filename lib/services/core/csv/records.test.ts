import { expect, test } from "vitest";
import { Invalid } from "@/lib/domain/refusal";
import { csvRecords } from "./records";

test.each([
  ["commas", "a,b\n1,2\n", [1, "a", "b"], [2, "1", "2"]],
  ["a mark of UTF-8, semicolons, Windows", "\uFEFFa;b\r\n1;2", [1, "a", "b"], [2, "1", "2"]],
  ["tabs, old Macs", "a\tb\r1\t2\r", [1, "a", "b"], [2, "1", "2"]],
  ["lines of nothing", "a,b\n\n1,2\n\n", [1, "a", "b"], [2, ""], [3, "1", "2"], [4, ""]],
  ["line breaks in quotes", 'a,b\r\n"x\r\ny",2\r\n3,4', [1, "a", "b"], [2, "x\r\ny", "2"], [4, "3", "4"]],
  ["doubled quotes and separators in quotes", 'a,b\n"x"",y",2', [1, "a", "b"], [2, 'x",y', "2"]],
  ["a quote inside of a cell", 'a,b\n5" pipe,2', [1, "a", "b"], [2, '5" pipe', "2"]],
  ["rows that are too short or too long", "a,b\n1\n1,2,3", [1, "a", "b"], [2, "1"], [3, "1", "2", "3"]],
])("a file with %s", (_, file, ...rows) => {
  expect(csvRecords(file).map(({ line, cells }) => [line, ...cells])).toEqual(rows);
});

test("a quote that is never closed is refused", () => {
  expect(() => csvRecords('a,b\n"open,2\n3,4')).toThrow(Invalid);
});
