"use client";

import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { useFormStatus } from "react-dom";
import type { FormAction } from "./shell-types";
import { StoreForm } from "./store-form";

export type ActionTarget = { action: FormAction; fields: Record<string, string> };

/**
 * A form of hidden fields around its button. It posts to a path, or to a server action, with the same effect without
 * JavaScript. A second press during the first request does nothing; otherwise its refusal would hide the first result.
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

/** Only a component inside a form can read the form's pending state. */
function Pending({ into }: { into: RefObject<boolean> }) {
  const { pending } = useFormStatus();
  useLayoutEffect(() => {
    into.current = pending;
  }, [into, pending]);
  return null;
}
