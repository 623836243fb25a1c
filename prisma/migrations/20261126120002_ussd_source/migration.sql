-- An order that was begun by dialling.
ALTER TYPE "source" ADD VALUE IF NOT EXISTS 'ussd';
