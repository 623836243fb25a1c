import { expect, test } from "vitest";
import { batch } from "./batch";

/** Answers when told to, and remembers what it was asked. */
function patient() {
  const sent: { questions: string[]; answer(): void; fail(): void }[] = [];
  const ask = (questions: string[]) =>
    new Promise<string[]>((resolve, reject) =>
      sent.push({
        questions,
        answer: () => resolve(questions.map((question) => `${question}!`)),
        fail: () => reject(new Error("gone")),
      }),
    );
  return { sent, together: batch(ask, (question) => question.slice(0, 1)) };
}

const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

test("what is asked at the same time goes together, and each hears its own answer", async () => {
  const { sent, together } = patient();
  const answers = Promise.all(["a", "b", "c"].map(together));
  await turn();
  expect(sent.map(({ questions }) => questions)).toEqual([["a", "b", "c"]]);
  sent[0]?.answer();
  expect(await answers).toEqual(["a!", "b!", "c!"]);
});

test("a question that is alone does not wait for others", async () => {
  const { sent, together } = patient();
  for (const one of ["a", "b"]) {
    void together(one);
    await turn();
  }
  expect(sent.map(({ questions }) => questions)).toEqual([["a"], ["b"]]);
});

test("of one key only one goes in a statement", async () => {
  const { sent, together } = patient();
  void together("a1");
  void together("a2");
  void together("b1");
  await turn();
  expect(sent.map(({ questions }) => questions)).toEqual([["a1", "b1"], ["a2"]]);
});

test("no more than four are on their way; the next goes when one comes back", async () => {
  const { sent, together } = patient();
  for (const one of ["a", "b", "c", "d", "e", "f"]) {
    void together(one);
    await turn();
  }
  expect(sent).toHaveLength(4);
  sent[2]?.answer();
  await turn();
  expect(sent[4]?.questions).toEqual(["e", "f"]);
});

test("one that fails fails those it carried, and holds up nobody after them", async () => {
  const { sent, together } = patient();
  const both = Promise.allSettled(["a", "b"].map(together));
  await turn();
  sent[0]?.fail();
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const next = together("c");
  await turn();
  sent[1]?.answer();
  expect(await next).toBe("c!");
});
