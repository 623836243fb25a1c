"use client";

import { useKeeping } from "@/components/dashboard/store-form";
import { Button } from "@/components/ui/button";
import { draftFields } from "@/lib/domain/opened-for";

/**
 * In a form of a page that keeps what is typed: keep-while-typing.ts sends it. Without scripts its button does what the script
 * does by itself.
 */
export function KeepTyped() {
  const keeping = useKeeping();
  if (!keeping) return null;
  const { page, opening, last, later, kept } = keeping;
  return (
    <>
      <input type="hidden" name={draftFields.page} value={page} autoComplete="off" />
      <input type="hidden" name={draftFields.opening} value={opening} data-last={last} autoComplete="off" />
      <noscript>
        <Button name={draftFields.keep} value="yes" formNoValidate>
          {later}
        </Button>
      </noscript>
      <p role="status" data-kept={kept} className="text-label text-ink-2 empty:hidden" />
    </>
  );
}
