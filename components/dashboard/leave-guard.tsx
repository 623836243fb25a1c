import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";

/** The link that leaves a secret shown once. Leaving in any other way asks for confirmation first. */
export function LeaveGuard({ href, children }: { href: string; children: ReactNode }) {
  return (
    <ButtonLink look="primary" href={href} data-leaves>
      {children}
    </ButtonLink>
  );
}

export function listenToLeaving(): void {
  let isSaved = false;
  document.addEventListener("click", ({ target }) => {
    isSaved = target instanceof Element && target.closest("a[data-leaves]") !== null;
  });
  window.addEventListener("beforeunload", (event) => {
    if (!isSaved && document.querySelector("a[data-leaves]")) event.preventDefault();
  });
}
