import { notFound } from "next/navigation";
import { currentSeller } from "@/lib/auth/current-seller";

/** An address below the dashboard that leads nowhere. */
export default async function MissedPage() {
  // Somebody who is signed out is not told which addresses exist.
  await currentSeller();
  notFound();
}
