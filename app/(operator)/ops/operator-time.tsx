import { Timestamp } from "@/components/ui/timestamp";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorWords, zoneOf } from "./words";

/** A moment on the clock of the operator who reads the page. */
export async function OperatorTime({ at }: { at: Date }) {
  const person = await currentOperator();
  return <Timestamp at={at} timeZone={zoneOf(person)} locale={operatorWords(person).locale} />;
}
