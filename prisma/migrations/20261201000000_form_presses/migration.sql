-- One press of a form's button, named by the page that sent it, so that the same press counts once however often it arrives.
CREATE TABLE "form_presses" (
    "user_id" INTEGER NOT NULL,
    "token" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "led_to" TEXT,
    "pressed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "form_presses_pkey" PRIMARY KEY ("user_id","token")
);
CREATE INDEX "form_presses_pressed_at_idx" ON "form_presses"("pressed_at");
ALTER TABLE "form_presses" ADD CONSTRAINT "form_presses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
