import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { serviceName } from "@/app/service-name";
import { AuthFrame } from "@/components/dashboard/auth-frame";
import { readWaiting } from "@/lib/auth/sign-in-steps";
import { secondStepAction } from "../../actions";

export const metadata: Metadata = { title: "Enter your code" };

export default async function SecondStepPage() {
  if (!(await readWaiting())) redirect("/sign-in");
  return (
    <AuthFrame
      serviceName={serviceName()}
      title="Enter your code"
      purpose="The six digits that your authenticator app shows now. Lost your phone? One of your recovery codes does as well."
      footer={<a href="/sign-in">Start again</a>}
    >
      <FieldForm
        action={secondStepAction}
        submit="Sign in"
        fields={[{ kind: "text", name: "code", label: "Code", autoComplete: "one-time-code" }]}
      />
    </AuthFrame>
  );
}
