import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { serviceName } from "@/app/service-name";
import { AuthFrame } from "@/components/dashboard/auth-frame";
import { currentSession } from "@/lib/auth/session";
import { currencies } from "@/lib/domain/money";
import { passwordMinCharacters } from "@/lib/services/accounts/password-rules";
import { countryChoices, timeZones } from "@/lib/services/accounts/places";
import { signUpAction } from "../actions";

export const metadata: Metadata = { title: "Create an account" };

export default async function SignUpPage() {
  const session = await currentSession();
  if (session?.memberships.length) redirect("/dashboard");
  const choose = { value: "", label: "Choose…" };
  const plain = (value: string) => ({ value, label: value.replaceAll("_", " ") });
  return (
    <AuthFrame
      serviceName={serviceName()}
      title="Create an account"
      purpose="It comes with your first store."
      footer={
        <p>
          You have an account? <a href="/sign-in">Sign in</a>
        </p>
      }
    >
      <FieldForm
        action={signUpAction}
        submit="Create account"
        fields={[
          { kind: "text", name: "name", label: "Your name", autoComplete: "name" },
          { kind: "text", name: "email", label: "E-mail", type: "email", autoComplete: "username" },
          {
            kind: "text",
            name: "password",
            label: "Password",
            type: "password",
            autoComplete: "new-password",
            help: `At least ${passwordMinCharacters} characters.`,
          },
          {
            kind: "text",
            name: "storeName",
            label: "Name of your store",
            help: "Your customers see it when they pay.",
            autoComplete: "organization",
          },
          { kind: "select", name: "country", label: "Country", options: [choose, ...countryChoices()] },
          {
            kind: "select",
            name: "currency",
            label: "Currency",
            help: "Prices of this store are in it.",
            options: [choose, ...currencies.map(plain)],
          },
          {
            kind: "select",
            name: "timeZone",
            label: "Time zone",
            options: [choose, ...timeZones().map(plain)],
          },
        ]}
      />
    </AuthFrame>
  );
}
