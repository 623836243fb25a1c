import type { ReactNode } from "react";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { type FactItem, StatusMark, type StatusTone } from "@/components/ui/blocks";
import { OperatorTime, StoreLink } from "./operator-page";

/** The facts that every transfer has: whose it is, and how we and its provider call it. */
export function commonFacts(
  { store, id, railRef }: { store: { id: number; name: string }; id: string; railRef: string | null },
  words: DashboardWords,
): { store: FactItem; ids: FactItem[] } {
  const code = (text: string) => <code className="text-label wrap-anywhere">{text}</code>;
  return {
    store: { label: words.text("store"), value: <StoreLink store={store} /> },
    ids: [
      { label: words.text("ourId"), value: code(id) },
      ...(railRef ? [{ label: words.text("itsReference"), value: code(railRef) }] : []),
    ],
  };
}

/** When it began, is looked at next, and ended. */
export function timeFacts(
  row: Record<"nextPollAt" | "completedAt", Date | null> & { createdAt: Date },
  words: DashboardWords,
): FactItem[] {
  const fact = (key: DashboardKey, at: Date | null) =>
    at ? [{ label: words.loose(key, {}), value: <OperatorTime at={at} /> }] : [];
  return [
    ...fact("opsAskedFor", row.createdAt),
    ...fact("lookedAtNext", row.nextPollAt),
    ...fact("endedAt", row.completedAt),
  ];
}

export function mark(tone: StatusTone, text: string): ReactNode {
  return <StatusMark tone={tone} word={text} />;
}
