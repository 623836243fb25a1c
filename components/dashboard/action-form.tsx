"use client";

import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { useFormStatus } from "react-dom";
import type { FormAction } from "./shell-types";
import { StoreForm } from "./store-form";

export type ActionTarget = { action: FormAction; fields: Record<string, string> };

/**
 * A form of hidden fields around its button. A path is posted to; a server action works the same without JavaScript.
 * A second press while the first is on its way does nothing: its refusal would be read instead of what was done.
 */
export function ActionForm({
  to,
  children,
  className,
}: {
  to: ActionTarget;
  children: ReactNode;
  className?: string;
}) {
  const isPending = useRef(false);
  return (
    <StoreForm
      action={to.action}
      method={typeof to.action === "string" ? "post" : undefined}
      className={className}
      onSubmit={(event) => {
        if (isPending.current) event.preventDefault();
      }}
    >
      <Pending into={isPending} />
      {Object.entries(to.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </StoreForm>
  );
}

/** Only what stands inside of a form may know whether it is on its way. */
function Pending({ into }: { into: RefObject<boolean> }) {
  const { pending } = useFormStatus();
  useLayoutEffect(() => {
    into.current = pending;
  }, [into, pending]);
  return null;
}
