import { redirect } from "next/navigation";
import { currentSession } from "@/lib/auth/session";

/** The door: to the dashboard for who is signed in, else to sign-in. */
export default async function HomePage() {
  redirect((await currentSession()) ? "/dashboard" : "/sign-in");
}
