import { FieldForm } from "@/app/_forms/field-form";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { systemWorld } from "@/lib/services/desk/system-world";
import { isResetToken } from "@/lib/services/people/accounts/change-password";
import { passwordMinCharacters } from "@/lib/services/people/accounts/verify-password";
import { resetPasswordAction } from "../../actions";
import { VisitorPage } from "../../visitor-page";
import { titledForVisitor, visitorWords } from "../../visitor-words";

export const generateMetadata = titledForVisitor("setNewPassword");

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  if (!(await isResetToken(systemWorld(), token))) return <SpentLink words={await visitorWords()} />;
  const words = await visitorWords();
  return (
    <VisitorPage words={words} title={words.text("setNewPassword")} purpose={words.text("resetMeans")}>
      <FieldForm
        action={resetPasswordAction}
        titles={problemTitles(words)}
        submit={words.text("setPassword")}
        hidden={{ token }}
        fields={[
          {
            kind: "text",
            name: "password",
            label: words.text("newPassword"),
            type: "password",
            autoComplete: "new-password",
            help: words.text("passwordHelp", { count: String(passwordMinCharacters) }),
          },
        ]}
      />
    </VisitorPage>
  );
}

function SpentLink({ words }: { words: DashboardWords }) {
  return (
    <VisitorPage words={words} title={words.text("linkSpent")} purpose={words.text("resetLinkSpentMeans")}>
      <p>
        <ButtonLink href="/forgot-password">{words.text("sendNewLink")}</ButtonLink>
      </p>
    </VisitorPage>
  );
}
