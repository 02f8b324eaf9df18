"""Builds all services of a server process, connects them, and opens and closes them in order."""

from __future__ import annotations

import asyncio
import importlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from paddock.analysis import Report
from paddock.analysis.puzzles import Puzzle
from paddock.core.messages import Message
from paddock.server.accounts.login_throttle import LoginThrottle
from paddock.server.accounts.people import People
from paddock.server.accounts.presence import Presences
from paddock.server.accounts.relationships import Blocks, Follows, Mutes, RelationshipEvents, circle_of
from paddock.server.accounts.sessions import Sessions
from paddock.server.admin.announcements import Announcements
from paddock.server.admin.backups import Backups
from paddock.server.admin.moderation import Bans, Reports
from paddock.server.admin.queries import AdminQueries, Rates
from paddock.server.analysis.accuracy import Accuracy
from paddock.server.analysis.puzzle_stock import PuzzleStock
from paddock.server.analysis.puzzles import Puzzles
from paddock.server.analysis.reports import Analyses
from paddock.server.analysis.solutions import Solutions
from paddock.server.challenges.challenges import Challenges
from paddock.server.http.previews import Previews
from paddock.server.http.table_socket import Service
from paddock.server.metrics import METRICS
from paddock.server.notifications.delivery import Delivery
from paddock.server.notifications.email import read_mail_server
from paddock.server.notifications.invitations import Invitations
from paddock.server.notifications.notifier import Notifier
from paddock.server.notifications.preferences import Wishes
from paddock.server.profiles import Profiles
from paddock.server.rate_limits import Buckets
from paddock.server.records.table_record import TableRecord
from paddock.server.replays.logs import stored_log
from paddock.server.saved_tracks import Tracks
from paddock.server.seasons.runner import SeasonRunner
from paddock.server.seasons.service import Seasons
from paddock.server.settings import Settings
from paddock.server.startup_checks import work_out_types
from paddock.server.statistics import Statistics
from paddock.server.storage.migrate import migrate
from paddock.server.storage.notices import Notice, Notices
from paddock.server.storage.quota import Space
from paddock.server.storage.store import Store, process_name
from paddock.server.storage.uptime import Uptime
from paddock.server.tables.access import Access
from paddock.server.tables.bot_runner import BotProcesses, BotRunner
from paddock.server.tables.chat import Chat, room_of
from paddock.server.tables.closing import close_outdated
from paddock.server.tables.deferred_decisions import Plans
from paddock.server.tables.durations import Durations
from paddock.server.tables.erasure import Erasure, Names
from paddock.server.tables.kernel_compiler import KernelCompiler, tell_what_is_not_offered
from paddock.server.tables.lobby import Lobby
from paddock.server.tables.matchmaking import Pairing
from paddock.server.tables.questions import Questions
from paddock.server.tables.registry import TableRegistry
from paddock.server.tables.social import Social
from paddock.server.tables.table import Table
from paddock.server.thread_pools import BACKGROUND
from paddock.server.wire import frames as wire
from paddock.server.wire.connections import GOING_AWAY, NOT_YOURS, OpenSockets
from paddock.server.wire.disconnects import Disconnects
from paddock.server.workers.job_queue import JobQueue
from paddock.server.workers.pool import Workers
from paddock.solve import Wish

_LOG = logging.getLogger("paddock.server")
_ANSWER_SECONDS = 1.0
Duty = Callable[[], Awaitable[None] | None]
"""A periodic task."""


class Services:
    """All services of one server process."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.settings = settings
        self.process = process_name()
        self.store = Store(settings.url, self.process)
        self.uptime = Uptime(self.store, self.process)
        self.notices = Notices(self.store, self.process)
        self.people = People(self.store)
        self.sessions = Sessions(self.store, settings.secure)
        self.mutes = Mutes(self.store, self.notices)
        self.relationship_events = RelationshipEvents(self.notices)
        self.blocks = Blocks(self.store, self.relationship_events)
        self.relationships = Follows(self.store, self.relationship_events, limits.follows_per_person)
        self.presences = Presences(self.store, self.uptime, self.process)
        self.access = Access(self.store, self.relationships)
        self.chat = Chat(self.store, self.process)
        self.space = Space(self.store, limits.stored_bytes)
        self.registry = TableRegistry(
            self.store, self.space, self.access, self.uptime, settings, self.process
        )
        self.lobby = Lobby(self.store)
        solutions = settings.data / "solutions"
        thinking = Workers(
            settings.bot_processes, settings.bot_seconds, settings.load, for_bots=True, solutions=solutions
        )
        self.compiler = KernelCompiler()
        self.bot_runner = BotRunner(self.registry, BotProcesses(thinking), self.compiler, settings.bot_pause)
        self.questions = Questions(
            Workers(settings.question_processes, settings.question_seconds, settings.load), limits
        )
        self.advisers = Workers(1, settings.question_seconds, settings.load, for_bots=True)
        self.plans = Plans(self.store, self.registry, self.process)
        self.tracks = Tracks(self.store, self.space, limits)
        self.names = Names(self.registry, self.notices)
        self.previews = Previews(self.registry, self.people, self.tracks)
        self.erasure = Erasure(self.store, self.registry, self.people, self.names)
        self.challenges = Challenges(self.store, self.registry, limits.missed_records, circle_of)
        self.statistics = Statistics(self.store, self.registry, self.challenges.check)
        self.profiles = Profiles(self.store, self.people, self.relationships)
        self.pairing = Pairing(self.store, self.registry, self.ask_around)
        self.durations = Durations(self.store)
        self.seasons = Seasons(self.store, self.people, limits)
        self.season_runner = SeasonRunner(self.store, self.registry, self.people, limits.missed_records)
        self.wishes = Wishes(self.store, settings.call_own_network)
        mail_server = read_mail_server(settings.mail)
        self.delivery = Delivery(self.store, self.wishes, mail_server, settings.public_address)
        asking = (self.delivery, settings.call_patience, self.ask_around, self.plans.why_not)
        self.calls = Notifier(self.store, self.registry, self.people, *asking)
        self.social = Social(self.store, self.relationships, self.presences)
        sent = Buckets(limits.invitations_per_hour / 3600, limits.invitations_per_hour)
        self.invitations = Invitations(self.store, self.people, self.relationships, self.delivery, sent)
        self.letters = Buckets(limits.letters_per_hour / 3600, limits.letters_per_hour)
        ready = self.compiler.wait_for_all
        work = (settings.load, settings.solving_seconds, limits.errands_waiting, ready)
        self.job_queue, self.solving = JobQueue(*work), JobQueue(*work)
        wish = Wish(settings.solving_gap, settings.solving_memory)
        self.solutions = Solutions(solutions, self.solving, wish)
        folders = (settings.data / "analyses", solutions)
        self.analyses = Analyses(*folders, self.job_queue, wish, self.store, partial(stored_log, self.store))
        self.accuracy = Accuracy(self.store)
        self.stock = PuzzleStock(self.store, settings.data / "puzzles", self.job_queue)
        self.puzzles = Puzzles(self.store, self.stock, self.questions, self.advisers)
        self.analyses.listeners += [self._note_report, self.stock.harvest]
        self.reports_asked = Buckets(limits.reports_asked_per_hour / 3600, limits.reports_asked_per_hour)
        self.hints = Buckets(limits.hints_per_minute / 60, limits.hints_per_minute)
        self.errands = Buckets(limits.errands_per_hour / 3600, limits.errands_per_hour)
        self.requests = Buckets(limits.requests_per_second, limits.request_burst)
        self.open_sockets = OpenSockets(limits, self.requests)
        self.disconnects = Disconnects(self.open_sockets, self.notices)
        self.bans = Bans(self.store, self.people, self.sessions, self.disconnects)
        filed = Buckets(limits.reports_per_hour / 3600, limits.reports_per_hour)
        self.reports = Reports(self.store, self.people, filed)
        self.announcements = Announcements(self.store)
        self.rates = Rates()
        backups = Backups(self.store, settings)
        self.admin_queries = AdminQueries(
            self.store, self.space, self.people, self.names, backups, self.rates
        )
        self.guests = Buckets(limits.guests_per_hour / 3600, limits.guests_per_hour)
        self.bytes_kept = Buckets(limits.stored_bytes_per_hour / 3600, limits.stored_bytes_per_hour)
        self.uploads = Buckets(limits.uploads_per_hour / 3600, limits.uploads_per_hour)
        self.login_throttle = LoginThrottle(limits)
        self.talk = Buckets(limits.chat_per_minute / 60, limits.chat_burst)
        self.service = Service(
            limits,
            self.access,
            self.mutes,
            self.blocks,
            self.presences,
            self.chat,
            self.talk,
            self.questions,
            self.plans,
            self.presence_changed,
            self.tell_chat,
        )
        self._rounds: asyncio.Task[None] | None = None
        self._errands: set[asyncio.Future[Any]] = set()

    async def open(self) -> None:
        """Migrate the database, resume running games, and start accepting connections."""
        for module in self.settings.load:
            importlib.import_module(module)
        tell_what_is_not_offered()
        work_out_types()
        self.warm()
        self.settings.data.mkdir(parents=True, exist_ok=True)
        await BACKGROUND.run(migrate, self.store.engine)
        self.store.open()
        await self.sessions.open()
        await self.challenges.open()
        await self.delivery.open()
        await self.stock.open()
        await self.uptime.begin()
        await close_outdated(self.store, self.process)
        await self.presences.clear(await self.uptime.alive() if self.store.shared else ())
        self.relationship_events.listeners.append(self._bond_changed)
        self.registry.listeners += [
            self.lobby.hear,
            self.bot_runner.look,
            self.plans.look,
            self.statistics.hear,
        ]
        if self.settings.analysing:
            self.registry.listeners.append(self.analyses.hear)
        self.registry.followers += [self.lobby.hear]
        self.registry.newcomers += [self.lobby.show]
        await self.notices.open(self._hear, self._catch_up)
        await self.questions.workers.started()
        if self.settings.analysing:
            await self.analyses.take_up()
        self._rounds = asyncio.create_task(self._make_rounds())

    async def _note_report(self, sheet: TableRecord, report: Report, found: list[Puzzle]) -> None:
        """Store what a report says of people's drives, for their profiles."""
        await self.accuracy.note(sheet, report)

    def warm(self) -> None:
        """Start workers and the compiler early, so that the first question or bot need not wait."""
        self.questions.workers.warm()
        self.bot_runner.pool.workers.warm()
        self.compiler.start()

    def say_goodbye(self) -> None:
        """Tell connected clients that the server stops, and close their sockets."""
        self.open_sockets.closing = True
        bye = wire.write_frame(wire.Bye("stopping", Message("server.stopping")))
        for outbox in list(self.open_sockets.open):
            outbox.send(bye)
            outbox.close(GOING_AWAY)

    async def close(self) -> None:
        """Stop bots and background work, finish pending writes, and close the database."""
        self.say_goodbye()
        if self._rounds is not None:
            self._rounds.cancel()
            await asyncio.gather(self._rounds, return_exceptions=True)
        await self.erasure.close()
        await self.bot_runner.close()
        await self.compiler.close()
        await self.plans.close()
        self.questions.close()
        self.advisers.close()
        self.lobby.close()
        await self.analyses.close()
        await self.job_queue.close()
        await self.solving.close()
        await self.statistics.close()
        await self.calls.close()
        await self.invitations.close()
        await self.presences.close()
        await self.notices.close()
        await self.uptime.end()
        await self.store.close()

    def presence_changed(self, table: Table) -> None:
        """Send presence after a connection to a table was opened or closed."""
        ask = len(table.watchers) == 1
        table.tell_presence(lambda: self._say_presence(table, ask))

    def _say_presence(self, table: Table, ask: bool) -> None:
        """Tell the other processes who is connected here; `ask`: they answer with their own connections."""
        if not self.store.shared:
            return
        here = table.present_here()
        notice = self.notices.say(
            kind="presence",
            table=table.id,
            here=here.here,
            attentive=table.attentive_here(),
            watching=here.watching,
            onlookers=[(one.person, one.name) for one in here.onlookers],
            ask=ask,
        )
        job = asyncio.ensure_future(notice)
        self._errands.add(job)
        job.add_done_callback(self._errands.discard)

    async def ask_around(self, table: Table) -> None:
        """Ask the other processes who is connected there, and wait a moment for their answers."""
        if self.store.shared:
            self._say_presence(table, ask=True)
            await asyncio.sleep(_ANSWER_SECONDS)

    async def _bond_changed(self, people: list[str]) -> None:
        """Update access to tables and presence after two people became friends or stopped being friends."""
        for table in self.registry.in_use():
            sheet = table.sheet
            if sheet.friends and sheet.host in people:
                await self.access.shut_out(table)
            if {watcher.person for watcher in table.watchers} & set(people):
                table.tell_presence_anew()

    def tell_chat(self, table: Table, said: wire.ChatMessage) -> None:
        """Send a message to everyone in its room who has not muted its author."""
        frame = wire.write_frame(wire.ChatFrame(said))
        for watcher in table.watchers:
            deaf = said.person in watcher.muted or said.person in watcher.hidden
            if room_of(table.sheet, watcher.person) == said.room and not deaf:
                watcher.send(frame)

    async def _hear(self, notice: Notice) -> None:
        kind, table = notice["kind"], self.registry.held(notice.get("table", ""))
        try:
            if kind == "tables":
                for found, version in notice["tables"]:
                    await self._hear_of_table(found, version)
            elif kind == "out":
                self.open_sockets.send_away(
                    notice.get("person"), notice.get("session"), notice.get("code", NOT_YOURS)
                )
            elif kind == "name":
                await self.names.hear(notice["person"], notice["name"])
            elif kind == "mute":
                await self.mutes.of(notice["person"])
            elif kind == "bond":
                await self.relationship_events.hear(notice["people"])
            elif kind == "chat" and table is not None:
                said = await self.chat.find(notice["message"])
                if said is not None:
                    self.tell_chat(table, said)
            elif kind == "plan" and table is not None:
                await self.plans.tell(table, notice["person"])
            elif kind == "presence" and table is not None:
                onlookers = [wire.Onlooker(*one) for one in notice["onlookers"]]
                table.elsewhere[notice["by"]] = wire.Presence(notice["here"], notice["watching"], onlookers)
                table.attentive_elsewhere[notice["by"]] = notice["attentive"]
                table.tell_presence()
                if notice["ask"] and table.watchers:
                    self._say_presence(table, ask=False)
        except Exception:
            _LOG.exception("a notice could not be followed: %s", notice)

    async def _hear_of_table(self, found: str, version: int) -> None:
        table = self.registry.held(found)
        if table is not None:
            if table.version < version:
                await self.registry.catch_up(table)
        else:
            self.lobby.hear_elsewhere(found)

    async def _catch_up(self) -> None:
        for table in self.registry.in_use():
            await self.registry.catch_up(table)

    async def _make_rounds(self) -> None:
        first = True
        while True:
            quiet = 0.0 if self.uptime.alone and first else None
            for duty in self._duties(quiet):
                await _do(duty)
            first = False
            METRICS.count("paddock_rounds_total")
            await asyncio.sleep(self.settings.round_seconds)

    def _duties(self, quiet: float | None) -> list[Duty]:
        """The periodic tasks; bots that were silent for `quiet` seconds are taken over (None: default)."""
        bots = self.bot_runner.take_over
        duties: list[Duty] = [
            self.erasure.look,
            bots if quiet is None else partial(bots, quiet),
            self.plans.take_over,
            self.statistics.take_up,
            self.season_runner.take_up,
            self.calls.take_up,
            self.invitations.take_up,
            self.presences.write,
            self.rates.look,
            self.registry.sweep,
        ]
        if self.settings.analysing:
            duties.append(self.analyses.take_up)
        if self.store.shared:
            duties.append(self._forget_the_dead)
        return duties

    async def _forget_the_dead(self) -> None:
        alive = await self.uptime.alive()
        await self.presences.clear(alive)
        for table in self.registry.in_use():
            for process in set(table.elsewhere) - alive:
                del table.elsewhere[process]
                table.attentive_elsewhere.pop(process, None)
                table.tell_presence()


async def _do(duty: Duty) -> None:
    """Run a periodic task; failures are logged, so that the other tasks still run."""
    try:
        done = duty()
        if done is not None:
            await done
    except Exception:
        METRICS.count("paddock_duty_failures_total")
        _LOG.exception("a duty of the rounds failed: %s", duty)
