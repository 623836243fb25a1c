import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { PageHeader, Section } from "@/components/ui/page-header";
import { currentOperator } from "@/lib/auth/current-seller";
import { resetTwoStepEffect } from "@/lib/services/operator/reset-two-step";
import { OperatorPage } from "../operator-page";
import { resetTwoStepAction } from "./actions";

export const metadata: Metadata = { title: "People" };

/** For who cannot sign in any more. Everything else people do for themselves. */
export default async function PeoplePage() {
  const person = await currentOperator();
  return (
    <OperatorPage person={person} section="people">
      <PageHeader
        title="People"
        purpose="For somebody who cannot sign in any more. A forgotten password they set anew by themselves."
      />
      <Section title="Lost phone and recovery codes">
        <p className="my-4 max-w-[68ch]">{resetTwoStepEffect}</p>
        <p className="mb-4 max-w-[68ch] text-ink-2">
          Make sure who asks before: whoever has their password or their mail could sign in afterwards.
        </p>
        <FieldForm
          action={resetTwoStepAction}
          submit="Turn two-step sign-in off"
          look="danger"
          fields={[
            { kind: "text", name: "email", label: "Their e-mail", type: "email" },
            {
              kind: "area",
              name: "reason",
              label: "Why",
              help: "It is kept in the audit log and mailed to them.",
            },
            {
              kind: "text",
              name: "password",
              label: "Your password",
              type: "password",
              autoComplete: "current-password",
            },
          ]}
        />
      </Section>
    </OperatorPage>
  );
}
