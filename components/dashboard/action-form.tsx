import type { ReactNode } from "react";
import type { FormAction } from "./shell-types";
import { StoreForm } from "./store-form";

export type ActionTarget = { action: FormAction; fields: Record<string, string> };

/** A form of hidden fields around its button. It posts to a path, or to a server action. */
export function ActionForm(props: { to: ActionTarget; children: ReactNode; className?: string }) {
  const { to, children, className } = props;
  return (
    <StoreForm
      action={to.action}
      method={typeof to.action === "string" ? "post" : undefined}
      className={className}
    >
      {Object.entries(to.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </StoreForm>
  );
}
