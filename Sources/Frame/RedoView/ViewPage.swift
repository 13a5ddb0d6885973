import RedoCommandLine
import RedoCrypto

/// The parts of the page that are the same for every log: its markup, style and script, as the files in `page` have
/// them.
enum ViewPage {
    /// The files of the script, in the order in which they run.
    private static let scripts: [[UInt8]] = [
        PackageResources.words_js, PackageResources.elements_js, PackageResources.data_js,
        PackageResources.nodes_js, PackageResources.histories_js, PackageResources.scale_js,
        PackageResources.shapes_js, PackageResources.points_js, PackageResources.painter_js,
        PackageResources.overview_js,
        PackageResources.graph_js, PackageResources.details_js,
        PackageResources.compare_js, PackageResources.tasks_js, PackageResources.charts_js,
        PackageResources.figures_js, PackageResources.store_js, PackageResources.main_js,
    ]

    private static let style = PackageResources.view_css
    private static let body = PackageResources.body_html

    private static var script: [UInt8] {
        Array("(() => {\n\"use strict\";\n".utf8) + scripts.joined() + Array("})();\n".utf8)
    }

    /// What a browser may do with the page: run the one script and use the one style. Nothing is loaded, sent or framed.
    private static func policy(_ script: [UInt8], _ style: [UInt8]) -> String {
        "default-src 'none'; script-src \(source(script)); style-src \(source(style)); "
            + "base-uri 'none'; form-action 'none'"
    }

    /// A source of a policy: the text with this digest.
    private static func source(_ text: [UInt8]) -> String {
        "'sha256-\(base64(SHA256.digest(text.span).bytes))='"
    }

    /// A whole HTML file.
    ///
    /// - Parameters:
    ///   - first: the data that the first picture needs, which come before the script.
    ///   - rest: further data.
    static func html(title: String, first: [ViewBlock], rest: [ViewBlock]) -> [UInt8] {
        let script = script
        var page = Array(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy(script, style))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(Markup(text: title).source)</title>
            <style>
            """.utf8)
        page += style
        page += "</style>\n</head>\n<body>\n".utf8
        page += body
        for block in first { page += block.html.utf8 }
        page += "<script>".utf8
        page += script
        page += "</script>\n".utf8
        for block in rest { page += block.html.utf8 }
        page += "</body>\n</html>\n".utf8
        return page
    }
}
