import { type DashboardKey, type DashboardWords, knownKey } from "@/components/dashboard/messages/words";
import { readTexts } from "@/lib/text/catalogue";

interface Template {
  key: DashboardKey;
  slots: string[];
  shape: RegExp;
}

// Numbers and sizes; what stands in any other slot may be any text.
const digits = new Set(
  "count kept sent failed retried open share ended used max all failing disabled size".split(" "),
);
const english = new Map<string, DashboardKey>();
const templates: Template[] = [];

for (const [name, sentence] of Object.entries(readTexts("operator", "en"))) {
  const key = name.startsWith("told_") ? knownKey(name) : null;
  if (!key) continue;
  if (sentence.includes("{")) templates.push(templateOf(key, sentence));
  else english.set(sentence, key);
}
// The one with the most words of its own first: "{count} deliveries or more" before "{count} deliveries".
templates.sort((a, b) => b.shape.source.length - a.shape.source.length);

/**
 * What the service says of its own health, of its rails and in its log, in the reader's language. It speaks English
 * there; each sentence and whatever stands in its slots is looked up. Null for what is not ours to translate, such as a provider's words.
 */
export function toldWords(said: string, words: DashboardWords): string | null {
  if (words.lang === "en") return said;
  const key = english.get(said);
  if (key) return words.loose(key, {});
  for (const { key: found, slots, shape } of templates) {
    const match = shape.exec(said);
    if (!match) continue;
    const values = slots.map((slot, index) => {
      const value = match[index + 1] ?? "";
      return [slot, slotIn(slot, value, words)];
    });
    return words.loose(found, Object.fromEntries(values));
  }
  return null;
}

/** A provider's words ("said") are ours only where they are a whole sentence of ours. */
function slotIn(slot: string, value: string, words: DashboardWords): string {
  if (digits.has(slot)) return numberOf(value);
  // "orders less than 1 MB, events 12 MB": names are names, sizes are ours.
  if (slot === "tables")
    return value.replaceAll(/(?<= )(less than )?[\d.]+ [MG]B/g, (size) => toldWords(size, words) ?? size);
  if (slot === "said" && !english.has(value)) return value;
  return toldWords(value, words) ?? value;
}

/** "10,000" as French writes it; "1.5" with its comma. */
function numberOf(text: string): string {
  return text.replaceAll(",", "\u202f").replace(".", ",");
}

function templateOf(key: DashboardKey, sentence: string): Template {
  const parts = sentence.split(/\{(\w+)\}/);
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return digits.has(part) ? "([\\d,.]+)" : "(.+)";
  });
  return {
    key,
    slots: parts.filter((_, index) => index % 2 === 1),
    shape: new RegExp(`^${source.join("")}$`, "s"),
  };
}
