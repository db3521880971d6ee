#!/usr/bin/python3
"""A window of WebKitGTK with nothing around the page, for WebKitWebDriver.

WebKitGTK's own MiniBrowser has a toolbar that is wider than a phone, and starts slowly. WebKitWebDriver drops what
its browser prints, so this writes the console's messages to a file in PORCHLIGHT_FOLDER, and there prints pages, too.
"""
import os
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gio, GLib, Gtk, WebKit2  # noqa: E402

folder = Path(os.environ["PORCHLIGHT_FOLDER"])
console = os.open(folder / "console", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
os.dup2(console, 1)
os.dup2(console, 2)

context = WebKit2.WebContext.new_with_website_data_manager(WebKit2.WebsiteDataManager.new_ephemeral())
context.set_automation_allowed(True)
settings = WebKit2.Settings()
for name in ("enable-write-console-messages-to-stdout", "enable-media-stream", "enable-mock-capture-devices"):
    settings.set_property(name, True)
settings.set_property("default-font-size", int(os.environ["PORCHLIGHT_TEXT"]))

paper = Gio.File.new_for_path(str(folder / "paper")).monitor_file(Gio.FileMonitorFlags.NONE)
operations = []


def allow(_view, request):
    request.allow()
    return True


def print_on(view, paper, event):
    """Prints the page when a test has written the size of its paper. Pages can't: WebDriver keeps them from it."""
    if event != Gio.FileMonitorEvent.CHANGES_DONE_HINT:
        return
    width, height = map(float, Path(paper.get_path()).read_text().split())
    setup = Gtk.PageSetup()
    setup.set_paper_size(Gtk.PaperSize.new_custom("paper", "Paper", width, height, Gtk.Unit.MM))
    settings = Gtk.PrintSettings()
    settings.set_printer("Print to File")
    settings.set("output-file-format", "pdf")
    settings.set("output-uri", (folder / "printing.pdf").as_uri())
    operation = WebKit2.PrintOperation(web_view=view, page_setup=setup, print_settings=settings)
    operation.connect("finished", lambda _: (folder / "printing.pdf").rename(folder / "printed.pdf"))
    operation.print_()
    operations.append(operation)


def show_first():
    view = show()
    paper.connect("changed", lambda _, file, _other, event: print_on(view, file, event))
    return view


def show(related=None):
    given = {"related_view": related} if related else {"web_context": context}
    view = WebKit2.WebView(is_controlled_by_automation=True, settings=settings, **given)
    view.connect("permission-request", allow)
    view.connect("create", lambda *_: show(view))
    window = Gtk.Window(decorated=False, default_width=820, default_height=900)
    window.add(view)
    view.connect("close", lambda _: window.destroy())
    window.show_all()
    view.grab_focus()
    # No window manager does this here, and without it the page would not have the keyboard.
    window.get_window().focus(0)
    return view


def begin(_context, session):
    session.set_application_info(WebKit2.ApplicationInfo())
    session.connect("create-web-view", lambda _: show_first())


def stay():
    """A driver that was killed has not closed its window."""
    if os.getppid() != driver:
        Gtk.main_quit()
    return True


driver = os.getppid()
GLib.timeout_add_seconds(1, stay)
context.connect("automation-started", begin)
Gtk.main()
