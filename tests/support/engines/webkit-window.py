#!/usr/bin/python3
"""A window of WebKitGTK with nothing around the page, for WebKitWebDriver.

WebKitGTK's own MiniBrowser has a toolbar that is wider than a phone, and starts slowly. WebKitWebDriver drops what
its browser prints, so this writes the console's messages to the file named in PORCHLIGHT_CONSOLE.
"""
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

console = os.open(os.environ["PORCHLIGHT_CONSOLE"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
os.dup2(console, 1)
os.dup2(console, 2)

context = WebKit2.WebContext.new_with_website_data_manager(WebKit2.WebsiteDataManager.new_ephemeral())
context.set_automation_allowed(True)
settings = WebKit2.Settings()
for name in ("enable-write-console-messages-to-stdout", "enable-media-stream", "enable-mock-capture-devices"):
    settings.set_property(name, True)


def allow(_view, request):
    request.allow()
    return True


def show(related=None):
    given = {"related_view": related} if related else {"web_context": context}
    view = WebKit2.WebView(is_controlled_by_automation=True, settings=settings, **given)
    view.connect("permission-request", allow)
    view.connect("create", lambda *_: show(view))
    # A dialog of the system would wait for somebody.
    view.connect("print", lambda *_: True)
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
    session.connect("create-web-view", lambda _: show())


def stay():
    """A driver that was killed has not closed its window."""
    if os.getppid() != driver:
        Gtk.main_quit()
    return True


driver = os.getppid()
GLib.timeout_add_seconds(1, stay)
context.connect("automation-started", begin)
Gtk.main()
