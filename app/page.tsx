import { redirect } from "next/navigation";
import { currentSession } from "@/lib/auth/session";

/** Redirects to the dashboard if signed in, else to sign-in. */
export default async function HomePage() {
  redirect((await currentSession()) ? "/dashboard" : "/sign-in");
}
