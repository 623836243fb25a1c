import { unknownRoute } from "@/lib/api/route";

// Answers every path without a file of its own, including the root, so that unknown paths get a JSON answer.
export {
  unknownRoute as DELETE,
  unknownRoute as GET,
  unknownRoute as HEAD,
  unknownRoute as OPTIONS,
  unknownRoute as PATCH,
  unknownRoute as POST,
  unknownRoute as PUT,
};
