import { notFound } from "next/navigation";
import { currentOperator } from "@/lib/auth/current-seller";

/** An address of the operator's area that leads nowhere. */
export default async function MissedPage() {
  // Somebody who is signed out is not told which addresses exist.
  await currentOperator();
  notFound();
}
