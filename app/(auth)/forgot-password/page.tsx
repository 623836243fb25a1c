import { forgotPasswordAction } from "../actions";
import { AskForMail, titledForVisitor } from "../visitor-page";

export const generateMetadata = titledForVisitor("setNewPassword");

export default async function ForgotPasswordPage({
  searchParams,
}: {
  searchParams: Promise<{ sent?: string }>;
}) {
  const { sent } = await searchParams;
  return (
    <AskForMail
      title="setNewPassword"
      purpose="resetLinkMeans"
      action={forgotPasswordAction}
      sent={Boolean(sent)}
    />
  );
}
