"use server";

import { z } from "zod";
import { operatorButton } from "@/lib/auth/operator-action";
import { checkBooks } from "@/lib/services/operator/health/books";

const path = "/ops/health";

export async function checkBooksAction(form: FormData): Promise<void> {
  return operatorButton(form, path, z.object({}), async (operator, _, world) => {
    const { broken } = await checkBooks(world, operator);
    return {
      to: path,
      flash:
        broken === 0
          ? { tone: "ok", text: "The books were checked just now: all that must be true is." }
          : { tone: "bad", text: `The books were checked just now: broken ${broken}. Each is a task.` },
    };
  });
}
