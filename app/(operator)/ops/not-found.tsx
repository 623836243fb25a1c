import { NothingHere } from "@/components/dashboard/nothing-here";
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
      <NothingHere start="/ops" words={words} />
    </OperatorPage>
  );
}
