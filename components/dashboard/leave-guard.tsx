"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { ButtonLink } from "@/components/ui/button";

/** The link that leaves a secret shown once. Leaving in any other way asks for confirmation first. */
export function LeaveGuard({ href, children }: { href: string; children: ReactNode }) {
  const saved = useRef(false);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!saved.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return (
    <ButtonLink
      look="primary"
      href={href}
      onClick={() => {
        saved.current = true;
      }}
    >
      {children}
    </ButtonLink>
  );
}
