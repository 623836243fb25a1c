import { systemWorld } from "@/lib/services/desk/system-world";
import { forgotPasswordAction } from "../actions";
import { AskForMail, DemoPage, titledForVisitor } from "../visitor-page";

export const generateMetadata = titledForVisitor("setNewPassword");

export default async function ForgotPasswordPage(props: { searchParams: Promise<{ sent?: string }> }) {
  if (systemWorld().config.publicDemo) return <DemoPage title="setNewPassword" />;
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
