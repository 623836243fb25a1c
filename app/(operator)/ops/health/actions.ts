"use server";

import { z } from "zod";
import { operatorButton } from "@/lib/auth/operator-action";
import { checkBooks } from "@/lib/services/desk/operator/health/books";
import { currentOperatorWords } from "../words";

const path = "/ops/health";

export const checkBooksAction = operatorButton(path, z.object({}), async (operator, _, world) => {
  const { broken } = await checkBooks(world, operator);
  const words = await currentOperatorWords();
  return {
    to: path,
    flash:
      broken === 0
        ? { tone: "ok", text: words.text("health_booksRight") }
        : { tone: "bad", text: words.text("health_booksBroken", { count: String(broken) }) },
  };
});
