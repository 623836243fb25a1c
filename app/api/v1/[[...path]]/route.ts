import { unknownRoute } from "@/lib/api/route";

// Whatever no other file answers, the root itself included, so that unknown paths are told so in JSON.
export {
  unknownRoute as DELETE,
  unknownRoute as GET,
  unknownRoute as HEAD,
  unknownRoute as OPTIONS,
  unknownRoute as PATCH,
  unknownRoute as POST,
  unknownRoute as PUT,
};
