import type { ReactNode } from "react";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { type Action, mayDo, refusalFor } from "@/lib/domain/roles";
import { problemText } from "@/lib/text/problem";
import { wordsFor } from "./words";

/**
 * Content for the roles that may use it. Others do not see it, or with `aloud` read who may, on a page about
 * nothing else. The verb behind it checks the role too.
 */
export function Allowed({
  seller,
  act,
  aloud = false,
  children,
}: {
  seller: CurrentSeller;
  act: Action;
  aloud?: boolean;
  children: ReactNode;
}) {
  if (mayDo(seller, act)) return children;
  if (!aloud) return null;
  const why = problemText(wordsFor(seller).lang, refusalFor(act));
  return <p className="border-t border-rule py-4 text-ink-2">{why}</p>;
}
