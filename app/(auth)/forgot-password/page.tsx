import { forgotPasswordAction } from "../actions";
import { AskForMail, titledForVisitor } from "../visitor-page";

export const generateMetadata = titledForVisitor("setNewPassword");

export default async function ForgotPasswordPage(props: { searchParams: Promise<{ sent?: string }> }) {
  const { sent } = await props.searchParams;
  return (
    <AskForMail
      title="setNewPassword"
      purpose="resetLinkMeans"
      action={forgotPasswordAction}
      sent={Boolean(sent)}
    />
  );
}
