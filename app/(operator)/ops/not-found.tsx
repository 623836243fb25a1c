import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { currentOperator } from "@/lib/auth/current-seller";
import { OperatorPage } from "./operator-page";
import { operatorWords, titledForOperator } from "./words";

export const generateMetadata = titledForOperator("nothingHere");

/** In the frame of the operator's area. */
export default async function OperatorNotFoundPage() {
  const person = await currentOperator();
  const words = operatorWords(person);
  return (
    <OperatorPage person={person} section="overview">
      <PageHeader title={words.text("nothingHere")} purpose={words.text("nothingHereMeans")} />
      <p>
        <ButtonLink href="/ops">{words.text("overview")}</ButtonLink>
      </p>
    </OperatorPage>
  );
}
