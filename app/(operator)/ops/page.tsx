import { redirect } from "next/navigation";
import { currentOperator } from "@/lib/auth/current-seller";

export default async function OperatorStartPage() {
  await currentOperator();
  redirect("/ops/stores");
}
