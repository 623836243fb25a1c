import { systemWorld } from "@/lib/services/desk/system-world";
import { answerAssistant } from "./answer-assistant";

const answer = (request: Request) => answerAssistant(request, systemWorld());

export { answer as DELETE, answer as GET, answer as POST };
