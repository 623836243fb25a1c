import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMailer, type Mailer } from "./mailer";

let server: Server;
let mailer: Mailer;
let answers: Record<string, string>;
let got: string;

/** A mail server that takes everything, except where `answers` says otherwise by the first word of a line. */
beforeEach(async () => {
  answers = {};
  got = "";
  server = createServer((socket) => {
    let inData = false;
    socket.on("error", () => {});
    socket.write("220 mail.example\r\n");
    socket.on("data", (chunk) => {
      for (const line of chunk.toString("utf8").split("\r\n").slice(0, -1)) {
        if (inData) {
          got += `${line}\n`;
          if (line !== ".") continue;
          inData = false;
          socket.write(`${answers["."] ?? "250 taken"}\r\n`);
          continue;
        }
        const word = line.split(" ")[0] ?? "";
        if (word === "DATA") inData = true;
        socket.write(`${answers[word] ?? (word === "DATA" ? "354 go on" : "250 ok")}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made = createMailer({ smtpUrl, from: "Sente <no-reply@example.com>" });
  if (!made) throw new Error("No mailer was made.");
  mailer = made;
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

const mail = {
  to: "amina@example.com",
  subject: "Receipt",
  text: "Hello,\n\nReceipt: https://s.co/r/1",
  action: { label: "Receipt", url: "https://s.co/r/1" },
};

test("without a mail server there is no mailer", () => {
  expect(createMailer({ smtpUrl: undefined, from: "x@example.com" })).toBeNull();
});

test("a mail is a text and the same as HTML, and its id is given back", async () => {
  const { ref } = await mailer.send(mail);
  expect(ref).toMatch(/^<.+@example\.com>$/);
  expect(got).toContain("Subject: Receipt");
  expect(got).toContain("From: Sente <no-reply@example.com>");
  expect(got).toContain("Content-Type: text/plain");
  expect(got).toContain("Receipt: https://s.co/r/1");
  expect(got).toContain("Content-Type: text/html");
});

test.each([
  ["RCPT", "550 no such user", true],
  ["RCPT", "450 mailbox busy", false],
  [".", "554 looks like spam", true],
  [".", "451 try later", false],
  ["MAIL", "550 you may not send", false],
  ["EHLO", "554 go away", false],
])("the server says to %s “%s”: final is %s", async (word, said, final) => {
  answers = { [word]: said, HELO: said };
  await expect(mailer.send(mail)).rejects.toMatchObject({ name: "DeliveryProblem", final });
});
