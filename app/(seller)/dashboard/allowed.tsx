import type { ReactNode } from "react";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { type Action, may } from "@/lib/domain/roles";
import { wordsFor } from "./words";

/**
 * What only some roles may do, for those who may. The others see nothing of it, or with `aloud` that it is not theirs:
 * on a page that is about nothing else. The verb behind it asks for itself.
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
  if (may(seller.role, act)) return children;
  if (!aloud) return null;
  const words = wordsFor(seller);
  return <p className="border-t border-rule py-4 text-ink-2">{words.text("mayOnlyLook")}</p>;
}
