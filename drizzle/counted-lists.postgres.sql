-- How long lists are, as the triggers of SQLite's step `counted_lists` keep it.
CREATE FUNCTION count_listed(operator bigint, listed text, at bigint, more bigint) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
	IF listed IS NULL THEN RETURN; END IF;
	-- A part that nobody else is writing to; where there is none, a new one. Two transactions that count in another order never meet.
	UPDATE list_counts SET total = total + more WHERE id = (
		SELECT id FROM list_counts WHERE operator_id = operator AND list = listed AND day = at / 86400000
		ORDER BY part LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
	);
	IF NOT FOUND THEN
		INSERT INTO list_counts (operator_id, list, day, part, total)
		VALUES (operator, listed, at / 86400000, pg_current_xact_id()::text::bigint, more);
	END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION list_of_offer(outcome text, declined_at bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN outcome = 'expired' AND declined_at IS NULL THEN 'expired_jobs' WHEN outcome = 'won' THEN NULL ELSE 'jobs' END
$$;--> statement-breakpoint
CREATE FUNCTION count_offer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF list_of_offer(OLD.outcome, OLD.declined_at) IS NOT DISTINCT FROM list_of_offer(NEW.outcome, NEW.declined_at) THEN RETURN NULL; END IF;
		PERFORM count_listed(OLD.operator_id, list_of_offer(OLD.outcome, OLD.declined_at), OLD.offered_at, -1);
	END IF;
	PERFORM count_listed(NEW.operator_id, list_of_offer(NEW.outcome, NEW.declined_at), NEW.offered_at, 1);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_booking() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF OLD.status = NEW.status AND OLD.departs_at / 86400000 = NEW.departs_at / 86400000 THEN RETURN NULL; END IF;
		PERFORM count_listed(OLD.operator_id, OLD.status || '_bookings', OLD.departs_at, -1);
	END IF;
	PERFORM count_listed(NEW.operator_id, NEW.status || '_bookings', NEW.departs_at, 1);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_payout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF OLD.status = NEW.status THEN RETURN NULL; END IF;
		PERFORM count_listed(OLD.operator_id, OLD.status || '_payouts', OLD.created_at, -1);
	END IF;
	PERFORM count_listed(NEW.operator_id, NEW.status || '_payouts', NEW.created_at, 1);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER offers_counted AFTER INSERT OR UPDATE OF outcome, declined_at ON offers FOR EACH ROW EXECUTE FUNCTION count_offer();--> statement-breakpoint
CREATE TRIGGER bookings_counted AFTER INSERT OR UPDATE OF status, departs_at ON bookings FOR EACH ROW EXECUTE FUNCTION count_booking();--> statement-breakpoint
CREATE TRIGGER payouts_counted AFTER INSERT OR UPDATE OF status ON payouts FOR EACH ROW EXECUTE FUNCTION count_payout();
