import { FieldForm } from "@/app/_forms/field-form";
import { systemWorld } from "@/lib/services/desk/system-world";
import { isResetToken } from "@/lib/services/people/accounts/change-password";
import { resetPasswordAction } from "../../actions";
import { newPasswordField, SpentPage, titledForVisitor, VisitorPage, visitorWords } from "../../visitor-page";

export const generateMetadata = titledForVisitor("setNewPassword");

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const words = await visitorWords();
  if (!(await isResetToken(systemWorld(), token)))
    return (
      <SpentPage words={words} purpose="resetLinkSpentMeans" to="/forgot-password" label="sendNewLink" />
    );
  return (
    <VisitorPage words={words} title={words.text("setNewPassword")} purpose={words.text("resetMeans")}>
      <FieldForm
        action={resetPasswordAction}
        submit={words.text("setPassword")}
        hidden={{ token }}
        fields={[newPasswordField(words, words.text("newPassword"))]}
      />
    </VisitorPage>
  );
}
