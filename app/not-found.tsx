import { AuthFrame } from "@/components/dashboard/auth-frame";
import { ButtonLink } from "@/components/ui/button";
import { serviceName } from "./service-name";

export const metadata = { title: "Nothing here" };

export default function NotFoundPage() {
  return (
    <AuthFrame
      serviceName={serviceName()}
      title="There is nothing here"
      purpose="The address may be mistyped, or what it showed is gone."
    >
      <p>
        <ButtonLink href="/">To the start page</ButtonLink>
      </p>
    </AuthFrame>
  );
}
