import { withAccess } from "@sente/client/next";
import { sente } from "../../sente";

// Who has paid comes in. Yours for x-user: whoever is signed in.
export const GET = withAccess(
  sente,
  (request) => ({ ref: request.headers.get("x-user") ?? "" }),
  () => new Response("Lesson 1"),
);
