import { NothingHere } from "@/components/dashboard/mode-tag";
import { OperatorPage } from "./operator-page";
import { operatorWithWords, titledForOperator } from "./words";

export const generateMetadata = titledForOperator("nothingHere");

/** In the frame of the operator's area. */
export default async function OperatorNotFoundPage() {
  const { person, words } = await operatorWithWords();
  return (
    <OperatorPage person={person} section="overview">
      <NothingHere start="/ops" words={words} />
    </OperatorPage>
  );
}
